import { useAtomValue } from 'jotai'
import { sessionAtom } from '../../data/api/credentials.ts'
import { systemInformationAtom } from '../../data/settings/systemInformation.ts'
import { showInstant } from '../../fields/days.ts'
import { useText } from '../../ui/useText.ts'

/** Company of the person, and who printed when. */
export function usePaperHead(): { readonly company: string | undefined; readonly foot: string } {
  const text = useText()
  const session = useAtomValue(sessionAtom)
  const company = useAtomValue(systemInformationAtom)?.organisation
  const who = session?.name || session?.loginName || ''
  return { company, foot: text('paper.foot', { who, when: showInstant(new Date().toISOString()) }) }
}
