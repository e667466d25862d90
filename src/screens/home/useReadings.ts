import { type Dispatch, type SetStateAction, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { onRecovery } from '../../data/realtime/recovery.ts'
import { loadFirstSteps } from '../../data/settings/homeFirstSteps.ts'
import { loadHomeCharts, loadSystemInformation } from '../../data/settings/systemInformation.ts'
import { FrontContext } from '../../ui/front.ts'
import { useHandlers } from '../../ui/useHandlers.ts'

/** Errors of readings that failed, by counter. */
export type Failures = Readonly<Record<string, unknown>>
export type SetFailures = Dispatch<SetStateAction<Failures>>

/** Work and charts, read again by hand or once the connection is back. */
export function useReadings() {
  const [isAnswered, setAnswered] = useState(false)
  const [areChartsAnswered, setChartsAnswered] = useState(false)
  const [failures, setFailures] = useState<Failures>({})
  const [chartFailure, setChartFailure] = useState<unknown>()
  const readWork = useCallback(async () => {
    const error = await loadSystemInformation()
    setFailures(now => (error ? { ...now, information: error } : {}))
    setAnswered(true)
  }, [])
  const readCharts = useCallback(async () => {
    setChartFailure(await loadHomeCharts())
    setChartsAnswered(true)
  }, [])
  const running = useRef<Promise<unknown>>(undefined)
  const readAll = useCallback(() => {
    running.current ??= Promise.all([readWork(), readCharts(), loadFirstSteps()]).finally(() => {
      running.current = undefined
    })
  }, [readWork, readCharts])
  const isFront = useContext(FrontContext)
  // Refresh on return: other users work meanwhile.
  useEffect(() => {
    if (isFront) void readWork()
  }, [isFront, readWork])
  useEffect(() => void readCharts(), [readCharts])
  useEffect(() => onRecovery(readAll), [readAll])
  const hasFailed = chartFailure !== undefined || Object.keys(failures).length > 0
  useHandlers({ 'list.refresh': { run: readAll, enabled: () => hasFailed } })
  return { isAnswered, areChartsAnswered, failures, chartFailure, readWork, setFailures }
}
