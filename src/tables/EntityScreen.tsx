import { entityNamed } from '#contract/index.ts'
import { ListScreen } from './list/ListScreen.tsx'

export default function EntityScreen({ entity: name }: { entity: string }) {
  const entity = entityNamed(name)
  return entity ? <ListScreen key={name} entity={entity} /> : null
}
