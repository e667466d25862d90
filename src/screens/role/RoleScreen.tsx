import { role } from '#contract/system/role.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import { PermissionTree } from './PermissionTree.tsx'

const except = ['menuIds']

/** Role screen: record head plus permission tree. */
export default function RoleScreen({ id }: { id: string }) {
  return (
    <RecordScreen key={id} entity={role} idText={id} except={except}>
      {document => (
        <PermissionTree
          chosen={(document.values?.menuIds as readonly number[] | null) ?? []}
          fieldError={document.fieldErrors.menuIds}
          isReadOnly={document.isReadOnly || document.values?.isSystem === true}
          onChange={menuIds => document.edit({ menuIds })}
        />
      )}
    </RecordScreen>
  )
}
