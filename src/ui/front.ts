/** Front screen: the target of commands. */
import { createContext, type DependencyList, type EffectCallback, useContext, useEffect } from 'react'

export const FrontContext = createContext(true)

/** Effect while the screen is in front. */
export function useFrontEffect(effect: EffectCallback, dependencies: DependencyList): void {
  const isFront = useContext(FrontContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them
  useEffect(() => (isFront ? effect() : undefined), [isFront, ...dependencies])
}
