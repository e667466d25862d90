import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type MovementCode,
  movementCodes,
  movementTypes,
  reversal,
  trackingEventOf,
} from '#contract/stock/movementTypes.ts'
import { routes } from '../support/identities.ts'

const types = movementCodes.filter(code => code !== reversal).map(code => ({ code, ...movementTypes[code] }))
/** Neither is barred: what is counted, and what a correction takes. */
const unjudged: readonly MovementCode[] = ['ADJ', 'USA']

describe.each(types)('movement type $code', ({ code, from, to, operation, planSum, lineage, isCorrection }) => {
  const ends = [...from, ...to]

  test('leads from somewhere to somewhere, and both ways only where it corrects or counts', () => {
    expect(Math.min(from.length, to.length)).toBeGreaterThan(0)
    if (from.some(place => to.includes(place)) && code !== 'TRF') expect(isCorrection || code === 'ADJ').toBe(true)
  })

  test('is judged by the usage matrix where it takes a lot from store or work', () => {
    const takes = from.some(place => place === 'STORAGE') || to.includes('PROCESS')
    if (!unjudged.includes(code)) expect(operation !== null).toBe(takes)
  })

  test('links lots where it goes through the process, so that figures, graph and events show it', () => {
    expect(lineage !== null).toBe(ends.includes('PROCESS'))
    if (lineage && !isCorrection) expect(lineage.end).toBe(to.includes('PROCESS') ? 'IN' : 'OUT')
    const event = trackingEventOf(code)
    if (lineage) expect(event).toBe(lineage.end === 'IN' ? 'TRANSFORMATION-INPUT' : 'TRANSFORMATION-OUTPUT')
    else if (from.includes('SUPPLIER')) expect(event).toBe('RECEIVING')
    else expect(event).toBe(to.includes('DEALER') ? 'SHIPPING' : null)
  })

  test('has a column among the sums of a plan where it goes through its work', () => {
    const isOfPlan = ends.includes('WIP') || lineage?.kind === 'PLAN'
    expect(planSum !== null).toBe(isOfPlan)
  })
})

test('each type leads where the ledger is watched for it, and nowhere else', () => {
  const placesOf = (end: 1 | 2, named: string) =>
    new Set(routes.flatMap(route => (route[0] === named ? [route[end] === 'QUARANTINE' ? 'STORAGE' : route[end]] : [])))
  for (const { code, from, to } of types)
    expect([code, placesOf(1, code), placesOf(2, code)]).toEqual([code, new Set(from), new Set(to)])
})

test('no statement names a movement type by its code: what a new type needs is derived', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.includes('seed/generated'),
  )
  const bare = files.flatMap(file =>
    readFileSync(`server/${file}`, 'utf8')
      .split('\n')
      .filter(line => /(?:moveType"|\bkind|e\.type) *(?:=|<>|(?:not )?in|= any) *\(? *'[A-Z]{3}'/.test(line))
      .map(line => `${file}: ${line.trim()}`),
  )
  expect(bare).toEqual([])
})
