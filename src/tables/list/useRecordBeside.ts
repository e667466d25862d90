import { type Entity, hasRecord } from '#contract/schema/entity.ts'
import { closeBeside, showBeside } from '../../commands/core/recordPreview.ts'
import { splitAtom } from '../../data/session/split.ts'
import { recordBesideAtom } from '../../data/settings/recordBeside.ts'
import { userSettingsReadyAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { useFrontEffect } from '../../ui/front.ts'
import { activeAtom } from './view.ts'

/** Width in px from which list and record stand side by side. */
const wide = '(min-width: 1680px)'

/** Delay in ms: a row that is passed is not read. */
const restMs = 150

/** Shows the record of the active row beside a wide list. */
export function useRecordBeside(entity: Entity): void {
  useFrontEffect(() => {
    if (!hasRecord(entity)) return
    const [window, active] = [matchMedia(wide), activeAtom(entity.name)]
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      const id = store.get(active)
      const isOn = window.matches && store.get(userSettingsReadyAtom) && store.get(recordBesideAtom)
      if (!isOn || store.get(splitAtom)) closeBeside()
      else if (typeof id === 'number') showBeside({ entity: entity.name, id })
      else closeBeside()
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(show, restMs)
    }
    const ends = [active, recordBesideAtom, userSettingsReadyAtom, splitAtom].map(each => store.sub(each, wait))
    window.addEventListener('change', wait)
    wait()
    return () => {
      clearTimeout(timer)
      window.removeEventListener('change', wait)
      for (const end of ends) end()
      closeBeside()
    }
  }, [entity])
}
