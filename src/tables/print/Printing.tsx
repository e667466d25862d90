import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { type Arguments, type CommandContext, done, type Result } from '../../commands/core/command.ts'
import { registerHandlers } from '../../commands/core/registry.ts'
import { askedPaper } from '../../commands/paper/paperCommands.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { loadLogo } from '../../data/settings/logo.ts'
import { loadSystemInformation, systemInformationAtom } from '../../data/settings/systemInformation.ts'
import { store } from '../../data/store.ts'
import { Printout } from './Printout.tsx'
import { completed, isPaperTaken, type PrintSubject, subjectNow } from './subject.ts'

/** Delay in ms on the home page, which reads the same. */
const restMs = 1500

/** Paper of the record or list in front, without the frame. */
export default function Printing() {
  const [subject, setSubject] = useState<PrintSubject | null>(null)
  const login = useAtomValue(sessionAtom)?.loginName
  useEffect(() => {
    // The browser's own printing cannot wait for the company's name.
    if (login === undefined) return undefined
    const rest = pathOfAddress(store.get(locationAtom)) === '/index' ? restMs : 0
    const reading = setTimeout(() => {
      if (!store.get(systemInformationAtom)) void loadSystemInformation()
      void loadLogo()
    }, rest)
    return () => clearTimeout(reading)
  }, [login])
  useEffect(() => {
    const show = () => {
      if (isPaperTaken()) return
      flushSync(() => setSubject(subjectNow()))
    }
    const hide = () => setSubject(null)
    window.addEventListener('beforeprint', show)
    window.addEventListener('afterprint', hide)
    return () => {
      window.removeEventListener('beforeprint', show)
      window.removeEventListener('afterprint', hide)
    }
  }, [])
  useEffect(() => {
    const print = async (signal: AbortSignal, isShown: boolean): Promise<Result> => {
      const now = subjectNow()
      if (!now) return { status: 'denied', reason: 'when', message: 'reason.nothingToPrint' }
      const whole = now.kind === 'list' ? await completed(now, signal) : now
      if (isShown) {
        await loadLogo()
        flushSync(() => setSubject(whole))
        window.print()
      }
      return done(whole.kind === 'list' ? { printed: whole.rows.length, total: whole.total } : { printed: 1, total: 1 })
    }
    const printPaper = async (args: Arguments, context: CommandContext): Promise<Result> => {
      const model = await askedPaper(args, context)
      if ('status' in model) return model
      if (context.surface !== 'script') {
        await loadLogo()
        flushSync(() => setSubject({ kind: 'model', model }))
        window.print()
      }
      return done({ seq: model.seq, hash: model.hash })
    }
    return registerHandlers({
      'record.printPaper': { run: printPaper },
      'page.print': { run: (_args, { signal, surface }) => print(signal, surface !== 'script') },
    })
  }, [])
  return subject ? createPortal(<Printout subject={subject} />, document.body) : null
}
