import { setting } from '#contract/system/setting.ts'
import { isSettingName } from '#contract/system/settings.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import { ListScreen } from '../../tables/list/ListScreen.tsx'
import { SettingField } from './SettingField.tsx'
import { SettingRows } from './SettingRows.tsx'

const except = ['value']

/** All settings in groups, or one with its history. */
export default function SettingScreen({ id }: { id?: string }) {
  if (id === undefined) return <ListScreen entity={setting} Rows={SettingRows} />
  return (
    <RecordScreen key={id} entity={setting} idText={id} except={except}>
      {({ values, fieldErrors, isReadOnly, edit }) => {
        const name = String(values?.key)
        return isSettingName(name) ? (
          <SettingField
            name={name}
            stored={values?.value}
            error={fieldErrors.value}
            isReadOnly={isReadOnly}
            onChange={value => edit({ value })}
          />
        ) : null
      }}
    </RecordScreen>
  )
}
