/** Next step of a closed row, by Ctrl+Enter. */
import { atom } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { type Entity, fieldAt, stateOf } from '#contract/schema/entity.ts'
import { allows } from '#contract/schema/validate.ts'
import { unsavedOf } from '../../data/drafts/draftStore.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import type { RowValues } from '../../data/records/row.ts'
import type { Arguments } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { findCommand, isPermitted, registryVersionAtom } from '../core/registry.ts'

export interface Step {
  readonly command: string
  readonly args: Arguments
}

function idsAt(row: RowValues, path: string | undefined): readonly unknown[] {
  if (path === undefined) return [row.id]
  const [name = '', ofLine] = path.split('.')
  return ofLine === undefined ? [row[name]] : linesOf(row, name).map(line => line[ofLine])
}

const stepsFrom = (entity: Entity, row: RowValues) =>
  (entity.nextSteps ?? []).filter(
    ({ from, when }) => from.includes(String(row[stateOf(entity)])) && when?.(row) !== false,
  )

export function nextStepOf(entity: Entity, row: RowValues): Step | undefined {
  for (const { step, by } of stepsFrom(entity, row)) {
    const ids = [...new Set(idsAt(row, by))].filter(id => typeof id === 'number')
    const target = by === undefined ? entity.name : fieldAt(entity, by)?.to
    const command = findCommand(`${target}.${step}`)
    if (ids.length > 0 && command && isPermitted(command)) return { command: command.id, args: { ids } }
  }
  return undefined
}

/** Step that a waiting row needs: declared, otherwise its first permitted action. */
export function mendingStep(entity: Entity, row: RowValues): Step | undefined {
  const declared = nextStepOf(entity, row)
  if (declared || stepsFrom(entity, row).length > 0) return declared
  const lifting = Object.values(entity.actions).map(({ inverse }) => inverse)
  for (const [name, { from, risk }] of Object.entries(entity.actions)) {
    const command = findCommand(`${entity.name}.${name}`)
    if (
      lifting.includes(name) ||
      risk === 'destructive' ||
      !command ||
      !isPermitted(command) ||
      !allows(entity, from, row)
    )
      continue
    return { command: command.id, args: { ids: [row.id] } }
  }
  return undefined
}

/** Next step of the open record or cursor row. */
export const nextStepAtom = atom(get => {
  const { page, record, selection } = get(contextAtom)
  get(registryVersionAtom)
  const entity = entityNamed(page)
  const [row, ...others] = selection?.entity === page ? selection.rows : []
  const unsaved = get(unsavedOf(page))
  const isUnsaved = record ? unsaved.has(record.id) : unsaved.size > 0
  return entity && row && others.length === 0 && !isUnsaved ? nextStepOf(entity, row) : undefined
})
