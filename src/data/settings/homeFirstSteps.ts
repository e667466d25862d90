/** First steps on the home page, and whether this person has hidden them. */
import { type Atom, atom } from 'jotai'
import { isObject } from '#contract/schema/field.ts'
import { type FirstSteps, firstStepsCall } from '#contract/system/firstSteps.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'
import { changeUserSetting, userSettingAtom } from './userSettings.ts'

const setting = 'home.firstSteps'

const isHidden = (value: unknown) => isObject(value) && value.v === 1 && value.hidden === true

export const firstStepsHiddenAtom: Atom<boolean> = atom(get => isHidden(get(userSettingAtom(setting))))

/** @throws CallError when not saved */
export const hideFirstSteps = (hidden: boolean): Promise<void> => changeUserSetting(setting, () => ({ v: 1, hidden }))

const loadedAtom = atom<FirstSteps | null>(null)

export const firstStepsAtom: Atom<FirstSteps | null> = loadedAtom

export async function loadFirstSteps(): Promise<void> {
  try {
    store.set(loadedAtom, await request(firstStepsCall, {}))
  } catch (error) {
    reportError(error, firstStepsCall.path)
  }
}
