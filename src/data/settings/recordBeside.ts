/** Record beside wide lists, unless this person turned it off. */
import { type Atom, atom } from 'jotai'
import { saveUserSetting, userSettingAtom } from './userSettings.ts'

const SETTING_NAME = 'recordBeside'

export const recordBesideAtom: Atom<boolean> = atom(get => get(userSettingAtom(SETTING_NAME)) !== false)

/** @throws CallError when not saved */
export function showRecordBeside(on: boolean): Promise<void> {
  return saveUserSetting(SETTING_NAME, on)
}
