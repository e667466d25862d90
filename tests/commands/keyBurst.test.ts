/** Recorded timings of readers and of people: only the readers' are scans. */
import { expect, test } from 'vitest'
import { burstAfter, noBurst, type TimedKey } from '../../src/commands/keys/keyBurst.ts'

type Event = readonly [key: string | undefined, after: number, extra?: Partial<TimedKey>]

const plain = {
  type: 'keydown',
  code: '',
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
  keyCode: 0,
}

/** Texts that end somewhere in the events. */
function endedBy(events: readonly Event[]): readonly string[] {
  let burst = noBurst
  let timeStamp = 1000
  return events.flatMap(([key, after, extra]) => {
    timeStamp += after
    const next = burstAfter(burst, { ...plain, key, timeStamp, ...extra })
    burst = next.burst
    return next.ended === undefined ? [] : [next.ended]
  })
}

const keys = (text: string, gap: (at: number) => number, end = 'Enter'): readonly Event[] =>
  [...text, end].map((key, at) => [key, gap(at)] as const)

const code = '(01)06901234567892(10)P20261112-002'

/** Gaps in ms, as they were between the keys. */
const usb = [1.1, 2, 1, 3, 2.2, 1, 1, 2.9]
const bluetooth = [15, 38, 22, 40, 16, 31, 40, 19, 27, 35]
const typist = [92, 64, 118, 71, 60, 143, 88, 66, 205, 79, 61, 97]

const from = (gaps: readonly number[]) => (at: number) => gaps[at % gaps.length] ?? 0

test('readers by USB and by Bluetooth are recognized, whether they end in Enter or in Tab', () => {
  expect(endedBy(keys(code, from(usb)))).toEqual([code])
  expect(endedBy(keys(code, from(bluetooth)))).toEqual([code])
  expect(endedBy(keys('6901234567892', from(bluetooth), 'Tab'))).toEqual(['6901234567892'])
  expect(endedBy([...keys(code, from(usb)), ...keys('L20261121-0007', from(usb))])).toEqual([code, 'L20261121-0007'])
})

test('a reader that holds Shift for capitals and brackets is recognized', () => {
  const events = [...code].flatMap((key): readonly Event[] =>
    /[A-Z()]/.test(key)
      ? [
          ['Shift', 12],
          [key, 9],
          ['Shift', 6, { type: 'keyup' }],
        ]
      : [[key, 14]],
  )
  expect(endedBy([...events, ['Enter', 14]])).toEqual([code])
})

test('a reader that enters characters with Alt and the keypad is recognized, the separator too', () => {
  const text = `]C10106901234567892${'10'}L7\u001d17271112`
  const events = [...text].flatMap((character): readonly Event[] => [
    ['Alt', 3, { altKey: true }],
    ...[...String(character.charCodeAt(0)).padStart(4, '0')].map(
      (digit): Event => [digit, 2, { code: `Numpad${digit}`, altKey: true }],
    ),
    ['Alt', 2, { type: 'keyup' }],
  ])
  expect(endedBy([...events, ['Enter', 3]])).toEqual([text])
})

test('Ctrl+] is the separator, other keys with Ctrl end the burst', () => {
  const rest = keys('17271112', from(usb))
  const separated: readonly Event[] = [...keys('0106901234567892', from(usb)).slice(0, -1), [']', 2, { ctrlKey: true }]]
  expect(endedBy([...separated, ...rest])).toEqual(['0106901234567892\u001d17271112'])
  expect(endedBy([...keys(code, from(usb)).slice(0, -1), ['s', 2, { ctrlKey: true }], ['Enter', 2]])).toEqual([])
})

test('a fast typist is never a scanner, nor are bursts of few keys, a held key or a slow Enter', () => {
  expect(endedBy(keys(code, from(typist)))).toEqual([])
  // Rolled pairs: every other key follows at once.
  expect(endedBy(keys(code, at => (at % 2 === 0 ? 60 : 18)))).toEqual([])
  expect(endedBy(keys('12345', from(usb)))).toEqual([])
  expect(endedBy([...Array.from({ length: 30 }, (): Event => ['8', 33, { repeat: true }]), ['Enter', 33]])).toEqual([])
  expect(endedBy([...keys(code, from(usb)).slice(0, -1), ['Enter', 300]])).toEqual([])
})

test('keys that an input method takes are no scan', () => {
  const taken = [...'L20261121-0007'].map((): Event => ['Process', 2, { keyCode: 229 }])
  expect(endedBy([...taken, ['Enter', 2]])).toEqual([])
  expect(endedBy(keys(code, from(usb)).map(([key, after]): Event => [key, after, { isComposing: true }]))).toEqual([])
})

test("a key event without a key, as of the browser's autofill, is no scan and no error", () => {
  expect(endedBy([...keys(code, from(usb), 'Shift'), [undefined, 1], ['Enter', 1]])).toEqual([])
  expect(endedBy([[undefined, 0], ...keys(code, from(usb))])).toEqual([code])
})
