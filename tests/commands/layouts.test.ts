/** Default keys on the world's layouts: keycaps as printed, typing never a command. */
import { describe, expect, test } from 'vitest'
import { type ContextKeys, domains, type WhenCondition } from '../../src/commands/core/when.ts'
import { type Bound, boundKeys, type Resolution, resolve } from '../../src/commands/keys/keyResolution.ts'
import { isPrintable, type KeyLike, type Os, strokesOf } from '../../src/commands/keys/keyStroke.ts'
import { registeredCommands } from '../support/defaultKeys.ts'
import { eventOf, keyOf, type Modifier, pressOf, readAs } from '../support/keyEvents.ts'
import { american, type Layout, layouts, places } from '../support/keyLayouts.ts'

const registered = registeredCommands()
const bound: Readonly<Record<Os, readonly Bound[]>> = {
  mac: boundKeys(registered, 'mac'),
  other: boundKeys(registered, 'other'),
}

const page: ContextKeys = {
  ...(Object.fromEntries(
    Object.entries(domains).map(([name, values]) => [name, values?.[0] ?? 'brand']),
  ) as unknown as ContextKeys),
  gridEditable: false,
  gridRange: false,
  gridPicks: false,
  dirty: false,
}

/** A context in which a condition holds. */
function contextOf(condition: WhenCondition): ContextKeys {
  const said = Object.entries(condition).map(([name, constraint]) => {
    if (typeof constraint === 'object' && 'not' in constraint) return [name, 'elsewhere']
    return [name, Array.isArray(constraint) ? constraint[0] : constraint]
  })
  return { ...page, ...Object.fromEntries(said) }
}

const decide = (os: Os, event: KeyLike, context: ContextKeys, pending: readonly string[] = []) =>
  resolve(event, pending, bound[os], context, os)

/** Resolution after the last stroke of a sequence; null where the layout lacks one. */
function pressed(layout: Layout, strokes: readonly string[], context: ContextKeys): Resolution | null {
  let decision: Resolution = { kind: 'none' }
  for (const stroke of strokes) {
    const press = pressOf(layout, stroke)
    if (!press) return null
    const pending = decision.kind === 'pending' ? decision.strokes : []
    decision = decide(layout.os, eventOf(layout, press), context, pending)
  }
  return decision
}

const nameOf = ({ command, strokes }: Bound) => `${strokes.join(' ')}: ${command}`

/** Every character a keyboard writes, with the event of writing it. */
function writing(
  layout: Layout,
): readonly { readonly key: string; readonly event: KeyLike; readonly isAltGr: boolean }[] {
  const third: Modifier = layout.os === 'mac' ? 'alt' : 'altGraph'
  const levels: readonly (readonly Modifier[])[] = [[], ['shift'], [third], [third, 'shift']]
  return levels.flatMap(held =>
    places.flat().flatMap(code => {
      const key = keyOf(layout, { code, held })
      return key === '' ? [] : [{ key, event: eventOf(layout, { code, held }), isAltGr: held.includes(third) }]
    }),
  )
}

test('the keys of every command that is there are looked at', () => {
  expect(bound.other.length).toBeGreaterThan(200)
  expect(bound.mac.length).toBeGreaterThan(200)
})

/** Commands unreachable on a layout: Greek has accent and punctuation at W and Q. */
const unsayable: Readonly<Record<string, readonly string[]>> = {
  Greek: ['navigate.materialmakeup', 'navigate.productformula', 'navigate.qualityinspection'],
}

for (const layout of layouts) {
  describe(`on a keyboard: ${layout.name}`, () => {
    test('every default key runs its command and no other', () => {
      const wrong = bound[layout.os].flatMap(one =>
        one.when.flatMap(condition => {
          const decision = pressed(layout, one.strokes, contextOf(condition))
          const isRight = decision === null || (decision.kind === 'run' && decision.command === one.command)
          return isRight ? [] : [`${nameOf(one)} came to ${JSON.stringify(decision)}`]
        }),
      )
      expect(wrong).toEqual([])
    })

    test('a key that it cannot say has another one that it can', () => {
      const isSaid = ({ strokes }: Bound) => strokes.every(stroke => pressOf(layout, stroke) !== null)
      const said = new Set(bound[layout.os].filter(isSaid).map(({ command }) => command))
      const lost = bound[layout.os].map(({ command }) => command).filter(command => !said.has(command))
      expect([...new Set(lost)].sort()).toEqual(unsayable[layout.name] ?? [])
    })

    test('while a word is composed no key runs anything', () => {
      const composing = [{ isComposing: true }, { keyCode: 229 }, { key: 'Process' }, { key: 'Unidentified' }]
      for (const { strokes, when } of bound[layout.os]) {
        for (const [index, stroke] of strokes.entries()) {
          const press = pressOf(layout, stroke)
          if (!press) continue
          for (const rest of composing) {
            const event = eventOf(layout, press, rest)
            for (const condition of when)
              expect(decide(layout.os, event, contextOf(condition), strokes.slice(0, index))).toEqual({
                kind: 'ignored',
              })
          }
        }
      }
    })

    test('what is written into a field, a cell or a text is never a command', () => {
      const writes: readonly Partial<ContextKeys>[] = [
        { focus: 'text' },
        { focus: 'richtext' },
        { focus: 'gridEditor', gridMode: 'replace', gridEditable: true },
        { focus: 'gridEditor', gridMode: 'edit', gridEditable: true },
        { focus: 'grid', gridMode: 'navigate', gridEditable: true },
        { focus: 'text', overlay: 'palette' },
        { focus: 'text', overlay: 'dialog' },
        { focus: 'text', overlay: 'sheet' },
      ]
      const taken = writes.flatMap(context =>
        writing(layout)
          // Option chords are shortcuts on a Mac: which ones, the sheet says.
          .filter(({ isAltGr }) => !isAltGr || layout.os === 'other')
          .filter(({ event }) => !/^(none|ignored)$/.test(decide(layout.os, event, { ...page, ...context }).kind))
          .map(({ key }) => `${key} in ${JSON.stringify(context)}`),
      )
      expect(taken).toEqual([])
    })

    test('where nothing is written, a key means what is on its cap', () => {
      const meant = writing(layout)
        .filter(({ isAltGr }) => !isAltGr)
        .flatMap(({ key, event }) => {
          const decision = decide(layout.os, event, page)
          const isTaken = decision.kind === 'run' || decision.kind === 'pending'
          return isTaken ? [{ key: readAs(layout, key).toLowerCase(), event, decision }] : []
        })
      // Non-ASCII keys go by position, all others by character.
      const byPlace = ({ key, event }: (typeof meant)[number]) =>
        /\P{ASCII}/u.test(key) ? keyOf(american, { code: event.code, held: [] }) : key
      const strange = meant.filter(one => {
        const expected = decide(
          'other',
          eventOf(american, pressOf(american, byPlace(one)) ?? { code: '', held: [] }),
          page,
        )
        return JSON.stringify(expected) !== JSON.stringify(one.decision)
      })
      expect(strange.map(({ key, decision }) => `${key} came to ${JSON.stringify(decision)}`)).toEqual([])
    })

    test('a key that is held down runs its command once, unless it is one that goes on', () => {
      for (const { command, strokes, when, repeat } of bound[layout.os].filter(one => one.strokes.length === 1)) {
        const press = pressOf(layout, strokes[0] ?? '')
        if (!press) continue
        for (const condition of when)
          expect(decide(layout.os, eventOf(layout, press, { repeat: true }), contextOf(condition))).toEqual(
            repeat ? { kind: 'run', command } : { kind: 'held' },
          )
      }
    })
  })
}

test('AltGr writes whatever else is bound to it, as Windows says it and as Linux does', () => {
  for (const layout of layouts.filter(({ third, os }) => third !== undefined && os === 'other')) {
    for (const { event } of writing(layout).filter(({ isAltGr }) => isAltGr)) {
      for (const held of [{}, { ctrlKey: true, altKey: true }]) {
        const events = [
          { ...event, ...held },
          { ...event, ...held, key: 'q', code: 'KeyQ' },
        ]
        for (const each of events) expect(decide('other', each, page)).toEqual({ kind: 'ignored' })
      }
    }
  }
})

test('Option is Alt on a Mac, also where the browser calls it AltGr as well', () => {
  // Firefox sets both for Option. Recording reads the same strokes.
  const asFirefox = { getModifierState: (name: string) => name === 'AltGraph' }
  for (const layout of layouts.filter(({ os }) => os === 'mac')) {
    for (const { event } of writing(layout).filter(({ isAltGr }) => isAltGr)) {
      const said = { ...event, ...asFirefox }
      expect(strokesOf(said, 'mac')).toEqual(strokesOf(event, 'mac'))
      expect(decide('mac', said, page)).toEqual(decide('mac', event, page))
    }
    const begun = decide('mac', { ...eventOf(layout, { code: 'KeyG', held: ['alt'] }), ...asFirefox }, page)
    expect(begun).toMatchObject({ kind: 'pending', strokes: ['alt+g'] })
  }
  const onWindows = { ...eventOf(american, { code: 'KeyG', held: ['ctrl', 'alt'] }), ...asFirefox }
  expect(strokesOf(onWindows, 'other')).toEqual([])
  expect(decide('other', onWindows, page)).toEqual({ kind: 'ignored' })
})

test('a number typed with Alt on the keypad of Windows is a character', () => {
  for (const digit of '0123456789') {
    const event = eventOf(american, { code: `Numpad${digit}`, held: ['alt'] }, { key: digit })
    expect(decide('other', event, page)).toEqual({ kind: 'ignored' })
  }
})

test('every printable key is known for one', () => {
  for (const layout of layouts) {
    for (const { key } of writing(layout).filter(({ isAltGr }) => !isAltGr)) {
      if (key.length === 1) expect(isPrintable(readAs(layout, key).toLowerCase())).toBe(true)
    }
  }
})
