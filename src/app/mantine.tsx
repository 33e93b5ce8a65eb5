import { createTheme, MantineProvider } from '@mantine/core'
import { Controls } from '#ui/controls'
import { mantineControls } from '#ui/mantine-controls'
import { type ReactNode, useEffect } from 'react'
import { schemes } from './color-scheme.ts'

// In the order that Mantine documents, in its layer: styles outside layers, as ours, take precedence. Its baseline is
// left out, since tokens.css is ours, and so are sheets of controls that `#ui` styles entirely.
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Rating.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
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
 * Mantine's provider. It writes no style element, which the policy would refuse: its variables and sheets are
 * imported above, one per component.
 */
export function MantineFrame({ children }: { children: ReactNode }) {
  useEffect(followPhone, [])
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <Controls value={mantineControls}>{children}</Controls>
    </MantineProvider>
  )
}

let isFollowing = false

/** The scheme that the provider set stays after it is gone: follow the phone's. */
function followPhone(): void {
  if (isFollowing) return
  isFollowing = true
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (schemes.get('auto') !== 'auto') return
    document.documentElement.dataset['mantineColorScheme'] = matches ? 'dark' : 'light'
  })
}
