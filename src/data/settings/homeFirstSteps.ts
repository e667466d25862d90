/** First steps on the home page, and their hiding by this person. */
import { type Atom, atom } from 'jotai'
import { isObject } from '#contract/schema/field.ts'
import { type FirstSteps, firstStepsCall } from '#contract/system/firstSteps.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'
import { loginNow, ofPerson } from './ofPerson.ts'
import { changeUserSetting, userSettingAtom } from './userSettings.ts'

const setting = 'home.firstSteps'

const isHidden = (value: unknown) => isObject(value) && value.v === 1 && value.hidden === true

export const firstStepsHiddenAtom: Atom<boolean> = atom(get => isHidden(get(userSettingAtom(setting))))

/** @throws CallError when not saved */
export const hideFirstSteps = (hidden: boolean): Promise<void> => changeUserSetting(setting, () => ({ v: 1, hidden }))

const steps = ofPerson<FirstSteps>()

export const firstStepsAtom: Atom<FirstSteps | null> = steps.shown

/** End of the steps: an empty answer stays one for the session. */
const isOver = (read: FirstSteps | null) => read?.setup.length === 0 && read.stories.length === 0

export async function loadFirstSteps(): Promise<void> {
  if (isOver(store.get(steps.shown))) return
  const of = loginNow()
  try {
    steps.keep(of, await request(firstStepsCall, {}))
  } catch (error) {
    reportError(error, firstStepsCall.path)
  }
}
