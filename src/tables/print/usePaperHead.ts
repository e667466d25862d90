import { useAtomValue } from 'jotai'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { systemInformationAtom } from '../../data/settings/systemInformation.ts'
import { showInstant } from '../../fields/days.ts'
import { useText } from '../../ui/useText.ts'

interface PaperHead {
  readonly company: string | undefined
  readonly contact: readonly string[]
  readonly foot: string
}

/** Company of the person, and who printed when. */
export function usePaperHead(): PaperHead {
  const text = useText()
  const session = useAtomValue(sessionAtom)
  const information = useAtomValue(systemInformationAtom)
  const company = information?.organisation
  const { address, phone, licenseNo } = information?.letterhead ?? {}
  const titled = (name: string, value: string | null | undefined) =>
    value ? [`${text(`customer.${name}`)} ${value}`] : []
  const contact = [...(address ? [address] : []), ...titled('phone', phone), ...titled('licenseNo', licenseNo)]
  const who = shippedText('user', session?.name || session?.loginName || '', text)
  return { company, contact, foot: text('paper.foot', { who, when: showInstant(new Date().toISOString()) }) }
}
