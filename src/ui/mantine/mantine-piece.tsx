import { createTheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

// In the order Mantine documents, in its layer: our own sheets, in no layer, win. Its baseline is left out, since
// tokens.css is ours. Each piece imports the sheets it needs besides.
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import './mantine-theme.css'

const theme = createTheme({
  fontFamily: 'var(--words)',
  defaultRadius: 'md',
  respectReducedMotion: true,
})

/** The phone's scheme, as everywhere in the app. */
const phoneScheme: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/**
 * Around each piece that comes from Mantine, here in `#ui` alone: no screen knows of it, and a screen without such
 * a piece loads nothing of Mantine. No style element is written, which the page's policy would refuse.
 */
export function MantinePiece({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={phoneScheme}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
