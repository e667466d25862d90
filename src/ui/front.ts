/** Whether a screen is the one that commands act on. */
import { createContext, type DependencyList, type EffectCallback, useContext, useEffect } from 'react'

export const FrontContext = createContext(true)

/** An effect of the screen in front; undone when another comes there. */
export function useFrontEffect(effect: EffectCallback, dependencies: DependencyList): void {
  const isFront = useContext(FrontContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them
  useEffect(() => (isFront ? effect() : undefined), [isFront, ...dependencies])
}
