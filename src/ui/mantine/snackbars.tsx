import { Notifications, notifications } from '@mantine/notifications'
import { createRoot, type Root } from 'react-dom/client'
import { MantineWrapper } from './mantine-wrapper.tsx'

import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

let root: Root | undefined

/** Shows a snackbar with the specification's defaults: at most 3, 5 s each, top right. */
export function renderToast(message: string): void {
  if (root === undefined) {
    root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(
      <MantineWrapper>
        <Notifications limit={3} autoClose={5000} position="top-right" zIndex={40} />
      </MantineWrapper>,
    )
  }
  notifications.show({ message, withBorder: true })
}
