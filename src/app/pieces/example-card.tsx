import { Card } from '#ui/page'
import type { ReactNode } from 'react'

/** A card with examples of one kind of component, below its name. */
export function ExampleCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card label={title}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}
