import { role } from '#contract/system/role.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'

const except = ['menuIds']

/** Role screen: record head plus permission tree. */
export default function RoleScreen({ id }: { id: string }) {
  return (
    <RecordScreen key={id} entity={role} idText={id} except={except}>
      {document => (
        <PermissionMatrix
          chosen={(document.values?.menuIds as readonly number[] | null) ?? []}
          saved={(document.stored?.menuIds as readonly number[] | undefined) ?? null}
          fieldError={document.fieldErrors.menuIds}
          isReadOnly={document.isReadOnly || document.values?.isSystem === true}
          onChange={menuIds => document.edit({ menuIds })}
        />
      )}
    </RecordScreen>
  )
}
