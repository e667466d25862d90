/** Keys reserved by browser, system or input method. */
import type { Os } from './keyStroke.ts'

/** Owners of keys. `accent`: dead key; `habit`: arrives but surprises users. */
export type ReservedBy = 'browser' | 'otherBrowser' | 'system' | 'inputMethod' | 'altGraph' | 'accent' | 'habit'

/** Owners that block a key. */
export const blockingOwners: ReadonlySet<ReservedBy> = new Set<ReservedBy>([
  'browser',
  'system',
  'inputMethod',
  'altGraph',
])

const keys = (written: string) => written.split(' ')

export const reservedKeys: Readonly<Record<Os, Readonly<Partial<Record<ReservedBy, readonly string[]>>>>> = {
  other: {
    browser: keys(
      'mod+w mod+f4 mod+shift+w mod+n mod+shift+n mod+t mod+shift+t mod+tab mod+shift+tab mod+pageup mod+pagedown mod+shift+q',
    ),
    otherBrowser: keys('mod+shift+p'),
    system: keys('alt+f4 alt+tab alt+shift+tab alt+space alt+escape mod+alt+delete mod+escape mod+shift+escape'),
    inputMethod: keys('mod+space shift+space mod+. mod+shift+f'),
    habit: keys(
      'mod+p mod+r mod+shift+r f5 mod+f5 f11 f12 mod++ mod+- mod+= mod+0 mod+shift+i mod+shift+j mod+shift+c',
    ),
  },
  mac: {
    browser: keys(
      'mod+w mod+shift+w mod+n mod+shift+n mod+t mod+shift+t ctrl+tab ctrl+shift+tab mod+alt+left mod+alt+right',
    ),
    otherBrowser: keys('mod+shift+p'),
    system: keys(
      'mod+q mod+space mod+tab mod+shift+tab mod+h mod+alt+h mod+m mod+shift+3 mod+shift+4 mod+shift+5 ctrl+up ctrl+down ctrl+left ctrl+right f11 mod+alt+escape',
    ),
    inputMethod: keys('ctrl+space ctrl+alt+space'),
    accent: keys('alt+e alt+i alt+n alt+u alt+`'),
    habit: keys('mod+p mod+r mod+shift+r f5 f12 mod++ mod+- mod+= mod+0 mod+alt+i mod+alt+j mod+alt+c'),
  },
}

/** System modifier combinations; where AltGr is Ctrl+Alt, its characters. */
const patterns: Readonly<Record<Os, readonly (readonly [ReservedBy, RegExp])[]>> = {
  other: [
    ['system', /\bmeta\+/],
    ['altGraph', /^mod\+alt\+(shift\+)?\S$/],
  ],
  // VoiceOver modifier: Control with Option.
  mac: [['system', /^ctrl\+alt\+/]],
}

export function ownersOf(stroke: string, os: Os, isInstalled = false): readonly ReservedBy[] {
  const named = Object.entries(reservedKeys[os]).flatMap(([owner, strokes]) =>
    strokes.includes(stroke) ? [owner as ReservedBy] : [],
  )
  const matched = patterns[os].flatMap(([owner, pattern]) => (pattern.test(stroke) ? [owner] : []))
  const isBrowsers = (owner: ReservedBy) => owner === 'browser' || owner === 'otherBrowser'
  return [...new Set([...named, ...matched])].filter(owner => !(isInstalled && isBrowsers(owner)))
}
