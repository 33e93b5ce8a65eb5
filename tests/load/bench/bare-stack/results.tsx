import { Anchor, Container, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'

/** Renders the page to which the search leads. It has only enough content to make it another route. */
export function Results() {
  const [search] = useSearchParams()
  return (
    <Container size="sm" py="xl">
      <Title order={1}>
        {search.get('from')} to {search.get('to')}
      </Title>
      <Anchor component={Link} to="/">
        Change search
      </Anchor>
    </Container>
  )
}
