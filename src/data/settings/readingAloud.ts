/**
 * Does the person listen to a screen reader? Then the keyboard stands on the cells themselves, so that they are read, and
 * no plain character is a command. Kept per person on the server.
 */
import { type Atom, atom } from 'jotai'
import { saveUserSetting, userSettingAtom } from './userSettings.ts'

const KEPT_AS = 'readingAloud'

export const readingAloudAtom: Atom<boolean> = atom(get => get(userSettingAtom(KEPT_AS)) === true)

/** Turns the mode on or off, for this person everywhere. @throws CallError when the server will not keep it */
export function readAloud(on: boolean): Promise<void> {
  return saveUserSetting(KEPT_AS, on)
}
