import { entityNamed } from '#contract/index.ts'
import { RecordScreen } from './document/RecordScreen.tsx'

/** Record page: a stored number, `new`, or a draft id. */
export default function DocumentScreen({ entity: name, id }: { entity: string; id: string }) {
  const entity = entityNamed(name)
  return entity ? <RecordScreen key={`${name}/${id}`} entity={entity} idText={id} /> : null
}
