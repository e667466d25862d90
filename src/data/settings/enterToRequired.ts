/** Enter in forms goes to the next required field, skipping others. */
import { type Atom, atom } from 'jotai'
import { saveUserSetting, userSettingAtom } from './userSettings.ts'

const SETTING_NAME = 'enterToRequired'

export const enterToRequiredAtom: Atom<boolean> = atom(get => get(userSettingAtom(SETTING_NAME)) === true)

/** @throws CallError when not saved */
export function goByEnter(on: boolean): Promise<void> {
  return saveUserSetting(SETTING_NAME, on)
}
