/** Clock of the plant: moments as the organisation sees them, wherever the browser is. */
import { atom } from 'jotai'
import { type Clock, clockIn } from '#contract/zonedClock.ts'
import { text } from './language.ts'
import { store } from './store.ts'
import { timeZoneAtom } from './timeZone.ts'

const plantAtom = atom(get => clockIn(get(timeZoneAtom)))
const browserAtom = atom(() => clockIn())

export const plantClock = (): Clock => store.get(plantAtom)

/** Plant's day. */
export const dayOf = (moment: Date): string => plantClock().wall(moment.toISOString()).slice(0, 10)

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `+08:00` → `+8`, `+05:30` → `+5:30` */
const shortOffset = (ahead: string) => ahead.replace(/^(.)0?/, '$1').replace(':00', '')

const zoneText = (zone: string, clock: Clock, instant: string) =>
  text('moment.zone', { zone, offset: shortOffset(clock.ahead(instant)) })

/** Zone of the plant with its offset at an instant. */
export const plantZone = (instant: string): string =>
  zoneText(store.get(timeZoneAtom) ?? browserZone(), plantClock(), instant)

/** Instant with the plant's zone; the browser's time too where that differs. */
export function momentHint(instant: string): string {
  const [plant, browser] = [plantClock(), store.get(browserAtom)]
  const shown = `${plant.wall(instant)} ${plantZone(instant)}`
  if (plant.ahead(instant) === browser.ahead(instant)) return shown
  const moment = `${browser.wall(instant)} ${zoneText(browserZone(), browser, instant)}`
  return `${shown}\n${text('moment.local', { moment })}`
}
