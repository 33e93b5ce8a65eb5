import type { ControlSet } from '#ui/control-props'
import { plainControls } from '#ui/plain-controls'
import { createContext, use } from 'react'

/**
 * The set of controls. The first screens (home, a trip, ticket, tracking) and the frame use native ones, so that they
 * are prerendered, small, and work without a network; in all other screens `MantineFrame` provides Mantine's. Screens
 * use `Button`, `TextField`, `Dialog` … by name.
 */
export const Controls = createContext<ControlSet>(plainControls)

export const useControls = (): ControlSet => use(Controls)
