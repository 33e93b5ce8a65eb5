import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { schemes } from './color-scheme.ts'

// In the order Mantine documents. Its baseline is left out: tokens.css is ours.
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import './mantine-theme.css'

const ink = [
  '#f6f2e9',
  '#e0dbcf',
  '#c9c3b5',
  '#aaa396',
  '#868072',
  '#5c584f',
  '#45423b',
  '#33312c',
  '#1b1a17',
  '#0f0e0d',
] as const
const danfo = [
  '#fff8e6',
  '#fff2d1',
  '#ffe3a1',
  '#ffd56e',
  '#ffc843',
  '#ffbe25',
  '#f9b000',
  '#d49500',
  '#a97700',
  '#7d5800',
] as const

const theme = createTheme({
  colors: { ink, danfo },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 0 },
  autoContrast: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  defaultRadius: 'md',
  respectReducedMotion: true,
})

/**
 * Mantine's provider, around the things that use it: at home and on the ticket there are none, so that
 * the first load and an offline start stay small. It writes no style element (the policy would refuse
 * it): its variables and sheets are imported above, one per component.
 */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
