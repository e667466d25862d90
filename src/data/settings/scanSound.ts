/** Sounds of scans per user: on unless switched off. */
import { type Atom, atom } from 'jotai'
import { saveUserSetting, userSettingAtom } from './userSettings.ts'

const SETTING_NAME = 'scanSound'

export const scanSoundAtom: Atom<boolean> = atom(get => get(userSettingAtom(SETTING_NAME)) !== false)

/** @throws CallError when not saved */
export function soundScans(on: boolean): Promise<void> {
  return saveUserSetting(SETTING_NAME, on)
}
