/** Every default key in every context, resolved without a browser. */
import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/commands/core/command.ts'
import { type ContextKeys, domains } from '../../src/commands/core/when.ts'
import { type Bound, boundKeys, resolve, specificity } from '../../src/commands/keys/keyResolution.ts'
import { isPrintable, type Os } from '../../src/commands/keys/keyStroke.ts'
import { onPage } from '../support/contextKeys.ts'
import { registeredCommands } from '../support/defaultKeys.ts'
import { eventOf, pressOf } from '../support/keyEvents.ts'
import { american, layouts } from '../support/keyLayouts.ts'

const commands = registeredCommands()
const commandOf = new Map(commands.map(command => [command.id, command]))
const appleLayout = layouts.find(({ os }) => os === 'mac') ?? american

/** Condition evaluated independently of the code: value, list, or all but these. */
function holds({ when }: Bound, context: ContextKeys): boolean {
  return when.some(condition =>
    Object.entries(condition).every(([name, constraint]) => {
      const value = context[name as keyof ContextKeys]
      if (typeof constraint !== 'object') return constraint === value
      return Array.isArray(constraint)
        ? constraint.includes(value)
        : ![(constraint as { not: unknown }).not].flat().includes(value)
    }),
  )
}

/** Context names that decide these bindings, with all their values. */
function deciding(bound: readonly Bound[]): readonly (readonly [string, readonly unknown[]])[] {
  const values = new Map<string, Set<unknown>>()
  for (const [name, constraint] of bound.flatMap(({ when }) => when).flatMap(condition => Object.entries(condition))) {
    const named = typeof constraint === 'object' && 'not' in constraint ? constraint.not : constraint
    const known: readonly unknown[] = domains[name as keyof ContextKeys] ?? ['elsewhere', ...[named].flat()]
    const all = values.get(name) ?? new Set()
    for (const value of known) all.add(value)
    values.set(name, all)
  }
  return [...values].map(([name, all]) => [name, [...all]] as const)
}

/** All combinations of deciding values; the rest of the context is irrelevant. */
function contextsOf(bound: readonly Bound[]): readonly ContextKeys[] {
  return deciding(bound).reduce<readonly ContextKeys[]>(
    (sofar, [name, values]) => sofar.flatMap(context => values.map(value => ({ ...context, [name]: value }))),
    [onPage],
  )
}

/** Expected effect of the first stroke of these bindings. */
function expected(bound: readonly Bound[], context: ContextKeys) {
  const holding = bound.filter(each => holds(each, context))
  const whole = holding.filter(({ strokes }) => strokes.length === 1)
  const narrowest = Math.max(...whole.map(specificity))
  if (whole.length > 0) return { kind: 'run', among: whole.filter(each => specificity(each) === narrowest) }
  return { kind: holding.length > 0 ? 'pending' : 'none', among: [] }
}

describe.each([
  ['other', american],
  ['mac', appleLayout],
] as const)('the default keys (%s)', (os: Os, layout) => {
  const bindings = boundKeys(commands, os)
  const byFirst = [...Map.groupBy(bindings, ({ strokes }) => strokes[0] ?? '')]
  const pressed = (stroke: string) => {
    const press = pressOf(layout, stroke)
    if (!press) throw new Error(`no key for ${stroke}`)
    return eventOf(layout, press)
  }

  test('run what holds, begin a sequence where only one holds, and are left alone elsewhere', () => {
    const wrong: string[] = []
    const ran = new Set<Bound>()
    let looked = 0
    for (const [stroke, bound] of byFirst) {
      const event = pressed(stroke)
      for (const context of contextsOf(bound)) {
        looked += 1
        const wanted = expected(bound, context)
        const decision = resolve(event, [], bindings, context, os)
        const isWanted =
          decision.kind === wanted.kind &&
          (decision.kind !== 'run' || wanted.among.some(({ command }) => command === decision.command))
        if (!isWanted) wrong.push(`${stroke}: ${JSON.stringify(decision)} where ${JSON.stringify(context)}`)
        if (decision.kind === 'run')
          for (const each of wanted.among) if (each.command === decision.command) ran.add(each)
        if (decision.kind !== 'pending') continue
        for (const each of bound.filter(one => one.strokes.length > 1 && holds(one, context))) {
          const last = resolve(pressed(each.strokes[1] ?? ''), [stroke], bindings, context, os)
          if (last.kind === 'run' && last.command === each.command) ran.add(each)
        }
      }
    }
    expect(looked).toBeGreaterThan(10_000)
    expect(wrong.slice(0, 20)).toEqual([])
    expect(bindings.filter(bound => !ran.has(bound)).map(({ command, strokes }) => `${command} ${strokes}`)).toEqual([])
  })

  test('never take a character from whoever types, nor a key from a window that lies over the page', () => {
    const wrong: string[] = []
    const says = ({ when, keys = [] }: Command, name: keyof ContextKeys) =>
      [when, ...keys.map(binding => binding.when)].flat().some(condition => condition && name in condition)
    for (const [stroke, bound] of byFirst)
      for (const context of contextsOf(bound)) {
        const decision = resolve(pressed(stroke), [], bindings, context, os)
        if (decision.kind === 'none' || decision.kind === 'ignored') continue
        const isTyping = ['text', 'richtext', 'gridEditor'].includes(context.focus)
        const isEntry = context.focus === 'grid' && context.gridEditable && !stroke.endsWith('space')
        if (isPrintable(stroke) && (isTyping || isEntry)) wrong.push(`${stroke} is typed in ${context.focus}`)
        const command = decision.kind === 'run' ? commandOf.get(decision.command) : undefined
        if (context.overlay !== 'none' && command && !says(command, 'overlay'))
          wrong.push(`${stroke} ran ${command.id} under ${context.overlay}`)
        if (context.auth === 'out' && command && command.permission !== 'public')
          wrong.push(`${stroke} ran ${command.id} with nobody signed in`)
      }
    expect(wrong.slice(0, 20)).toEqual([])
  })
})
