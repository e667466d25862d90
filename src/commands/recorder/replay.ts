/** Replay of a recording on the current rows. */
import { entityNamed } from '#contract/index.ts'
import { isRow } from '../../data/records/row.ts'
import type { Arguments, Invocation, Result } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { type ExecuteOptions, execute } from '../gate/execute.ts'
import { argumentsNow, type IdRemap, idsIn, remapped, rowsIn } from './idRemap.ts'
import type { RecordedStep } from './recorder.ts'

export interface ReplayOptions extends Pick<ExecuteOptions, 'confirm' | 'signal'> {
  readonly goOn?: boolean
  /** Rows that stand for recorded ones. */
  readonly remap?: IdRemap
}

export interface Replayed extends Invocation {
  readonly args: Arguments
  readonly result: Result
}

export type Run = (id: string, args?: Arguments, options?: Omit<ExecuteOptions, 'surface'>) => Promise<Result>

/** Changes must name the version seen: here the stored one. */
async function withVersion(entity: string, row: unknown): Promise<unknown> {
  if (!isRow(row) || typeof row.id !== 'number' || 'rowVersion' in row) return row
  const loaded = await execute(`${entity}.load`, { id: row.id }, { surface: 'script' })
  const stored = loaded.status === 'ok' && isRow(loaded.data) ? loaded.data : {}
  return 'rowVersion' in stored ? { ...row, rowVersion: stored.rowVersion } : row
}

async function argumentsFor({ id, args = {} }: RecordedStep, successors: IdRemap): Promise<Arguments> {
  const command = findCommand(id)
  if (!command) return args
  const now = argumentsNow(command, args, successors)
  const entity = entityNamed(command.entity ?? '')
  if (!entity?.document || id !== `${entity.name}.save`) return now
  const { row, rows } = now
  return {
    ...now,
    ...(row === undefined ? {} : { row: await withVersion(entity.name, row) }),
    ...(Array.isArray(rows) ? { rows: await Promise.all(rows.map(each => withVersion(entity.name, each))) } : {}),
  }
}

function successorsAfter({ id, made }: RecordedStep, result: Result, before: IdRemap): IdRemap {
  const entity = entityNamed(findCommand(id)?.entity ?? '')
  return made && entity ? remapped(before, made, idsIn(entity, rowsIn(result))) : before
}

export async function replay(run: Run, steps: readonly RecordedStep[], options: ReplayOptions = {}) {
  const { goOn = false, remap = new Map(), ...passed } = options
  const replayed: Replayed[] = []
  let successors: IdRemap = remap
  for (const step of steps) {
    const args = await argumentsFor(step, successors)
    const result = await run(step.id, args, passed)
    replayed.push({ id: step.id, args, result })
    successors = successorsAfter(step, result, successors)
    if (result.status !== 'ok' && !goOn) break
  }
  return replayed as readonly Replayed[]
}
