import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Component, type ReactNode } from 'react'

/** Catches a screen that breaks or whose chunk fails to load; the navigation stays. */
export class DeskErrorBoundary extends Component<{ children: ReactNode }, { is_broken: boolean }> {
  override state = { is_broken: false }

  static getDerivedStateFromError() {
    return { is_broken: true }
  }

  override render() {
    if (!this.state.is_broken) return this.props.children
    return (
      <Notice
        tone="danger"
        live="assertive"
        actions={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        This screen did not open. Try again when you have a network.
      </Notice>
    )
  }
}
