/** Panes beside wide windows, as this person left them. */
import { type Atom, atom } from 'jotai'
import { saveUserSetting, userSettingAtom } from './userSettings.ts'

const SETTING_NAME = 'recordBeside'

export const recordBesideAtom: Atom<boolean> = atom(get => get(userSettingAtom(SETTING_NAME)) !== false)

/** @throws CallError when not saved */
export function showRecordBeside(on: boolean): Promise<void> {
  return saveUserSetting(SETTING_NAME, on)
}

const HISTORY_NAME = 'historyBeside'

export const historyBesideAtom: Atom<boolean> = atom(get => get(userSettingAtom(HISTORY_NAME)) === true)

/** @throws CallError when not saved */
export function showHistoryBeside(on: boolean): Promise<void> {
  return saveUserSetting(HISTORY_NAME, on)
}
