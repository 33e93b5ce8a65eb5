import { Card } from '#ui/page'
import type { ReactNode } from 'react'

export function ExampleCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card label={title}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}
