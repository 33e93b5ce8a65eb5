import type { ControlSet } from '#ui/control-props'
import { plainControls } from '#ui/plain-controls'
import { createContext, use } from 'react'

/**
 * Which make of controls is drawn. The first screens (home, a trip, ticket, tracking) and what stands around every
 * screen use the browser's own, so that they are printed, small, and there without a network; in every other
 * screen `MantineFrame` of the app puts Mantine's in their place. Screens see no difference: they take
 * `Button`, `TextField`, `Dialog` … by name.
 */
export const Controls = createContext<ControlSet>(plainControls)

export const useControls = (): ControlSet => use(Controls)
