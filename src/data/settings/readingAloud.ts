/** Screen reader mode per user: focus on cells, no plain-character commands. */
import { type Atom, atom } from 'jotai'
import { saveUserSetting, userSettingAtom } from './userSettings.ts'

const SETTING_NAME = 'readingAloud'

export const readingAloudAtom: Atom<boolean> = atom(get => get(userSettingAtom(SETTING_NAME)) === true)

/**
 * Switches the mode for this user everywhere.
 * @throws CallError when not saved
 */
export function readAloud(on: boolean): Promise<void> {
  return saveUserSetting(SETTING_NAME, on)
}
