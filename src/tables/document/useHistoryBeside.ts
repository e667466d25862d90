import { type Entity, hasHistory } from '#contract/schema/entity.ts'
import { closeBeside, previewedAtom, showBeside } from '../../commands/core/recordPreview.ts'
import { splitAtom } from '../../data/session/split.ts'
import { historyBesideAtom } from '../../data/settings/recordBeside.ts'
import { store } from '../../data/store.ts'
import { useFrontEffect } from '../../ui/front.ts'

/** Width from which a record has room for its history beside it. */
export const historyRoom = '(min-width: 1366px)'

/** History beside the record in front, until another preview opens. */
export function useHistoryBeside(entity: Entity, id: number | undefined): void {
  useFrontEffect(() => {
    if (id === undefined || !hasHistory(entity)) return
    const room = matchMedia(historyRoom)
    const show = () => {
      const isOn = room.matches && store.get(historyBesideAtom) && !store.get(splitAtom)
      if (!isOn) closeBeside()
      else if (store.get(previewedAtom) === null) showBeside({ entity: entity.name, id, isHistory: true })
    }
    const ends = [historyBesideAtom, splitAtom, previewedAtom].map(each => store.sub(each, show))
    room.addEventListener('change', show)
    show()
    return () => {
      for (const end of ends) end()
      room.removeEventListener('change', show)
      closeBeside()
    }
  }, [entity, id])
}
