import { type Dispatch, type SetStateAction, useCallback, useContext, useEffect, useState } from 'react'
import { onRecovery } from '../../data/realtime/recovery.ts'
import { loadFirstSteps } from '../../data/settings/homeFirstSteps.ts'
import { loadHomeCharts, loadSystemInformation } from '../../data/settings/systemInformation.ts'
import { FrontContext } from '../../ui/front.ts'
import { useHandlers } from '../../ui/useHandlers.ts'

/** Messages of readings that failed, by counter. */
type Failures = Readonly<Record<string, string | undefined>>
export type SetFailures = Dispatch<SetStateAction<Failures>>

/** Work and charts, read again by hand or once the connection is back. */
export function useReadings() {
  const [isAnswered, setAnswered] = useState(false)
  const [areChartsAnswered, setChartsAnswered] = useState(false)
  const [failures, setFailures] = useState<Failures>({})
  const [chartFailure, setChartFailure] = useState<string>()
  const readWork = useCallback(async () => {
    const information = await loadSystemInformation()
    setFailures(now => (information ? { ...now, information } : {}))
    setAnswered(true)
  }, [])
  const readCharts = useCallback(async () => {
    setChartFailure(await loadHomeCharts())
    setChartsAnswered(true)
  }, [])
  const readAll = useCallback(
    () => void Promise.all([readWork(), readCharts(), loadFirstSteps()]),
    [readWork, readCharts],
  )
  const isFront = useContext(FrontContext)
  // Refresh on return: other users work meanwhile.
  useEffect(() => {
    if (isFront) void readWork()
  }, [isFront, readWork])
  useEffect(() => void readCharts(), [readCharts])
  useEffect(() => onRecovery(readAll), [readAll])
  const failure = Object.values(failures).find(Boolean)
  useHandlers({ 'list.refresh': { run: readAll, enabled: () => (failure ?? chartFailure) !== undefined } })
  return { isAnswered, areChartsAnswered, failure, chartFailure, readWork, setFailures }
}
