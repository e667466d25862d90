/** Clock of the plant, wherever the browser is. */
import { atom } from 'jotai'
import { type Clock, clockIn } from '#contract/zonedClock.ts'
import { intlAtom, text } from './language.ts'
import { memoized } from './memo.ts'
import { store } from './store.ts'
import { timeZoneAtom } from './timeZone.ts'

interface Place {
  readonly zone: string
  readonly clock: Clock
}

const browserAtom = atom((): Place => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { zone, clock: clockIn(zone) }
})

const plantAtom = atom((get): Place => {
  const zone = get(timeZoneAtom)
  return zone === undefined ? get(browserAtom) : { zone, clock: clockIn(zone) }
})

export const plantClock = (): Clock => store.get(plantAtom).clock

/** Plant's day. */
export const dayOf = (moment: Date): string => plantClock().wall(moment.toISOString()).slice(0, 10)

/** `+08:00` → `+8`, `+05:30` → `+5:30` */
const shortOffset = (ahead: string) => ahead.replace(/^(.)0?/, '$1').replace(':00', '')

/** Formatting takes far longer than all the rest: once for each language. */
const knownTexts = memoized((_intl: object) => new Map<string, string>())

function zoneText({ zone, clock }: Place, instant: string): string {
  const [texts, ahead] = [knownTexts(store.get(intlAtom)), clock.ahead(instant)]
  const key = `${zone}${ahead}`
  const shown = texts.get(key) ?? text('moment.zone', { zone, offset: shortOffset(ahead) })
  texts.set(key, shown)
  return shown
}

const zoned = (place: Place, instant: string) => `${place.clock.wall(instant)} ${zoneText(place, instant)}`

/** Zone of the plant with its offset at an instant. */
export const plantZone = (instant: string): string => zoneText(store.get(plantAtom), instant)

/** Instant with the plant's zone; the browser's time too where that differs. */
export function momentHint(instant: string): string {
  const [plant, browser] = [store.get(plantAtom), store.get(browserAtom)]
  const shown = zoned(plant, instant)
  if (plant.clock.ahead(instant) === browser.clock.ahead(instant)) return shown
  return `${shown}\n${text('moment.local')} ${zoned(browser, instant)}`
}
