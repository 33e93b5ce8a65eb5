import { CoverLink, LinkCard } from '#ui/cover-link'
import { Directory, DirectoryList, DirectoryRow, NameSearch } from '#ui/lists/directory'
import { EntryList, EntryRow } from '#ui/lists/entries'
import { FilterButton, FilterDialog, FilterPanel } from '#ui/lists/filter-panel'
import { PageLinks } from '#ui/lists/pages'
import { Button } from '#ui/button'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExampleCard } from './example-card.tsx'

export function ListExamples() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <ExampleCard title="Lists">
        <EntryList>
          <EntryRow
            title="Refund"
            amount="+₦6,885"
            isIncome
            at="2026-11-25T06:00:00Z"
            when="25 Nov 2026"
            note="₦18,585"
          />
        </EntryList>
        <NameSearch label="Name" action="/dev/pieces" defaultValue="" onSearch={() => undefined}>
          <FilterButton count={2} onClick={() => setOpen(true)} />
        </NameSearch>
        <FilterPanel>
          <p>Beside the list, if there is space.</p>
        </FilterPanel>
        <FilterDialog
          open={isOpen}
          onClose={close}
          action={<Button onClick={close}>Show 9</Button>}
        >
          <p>The filters.</p>
        </FilterDialog>
        <Operators />
        <DirectoryList label="Lines that are whole links">
          <DirectoryRow to="/" name="Udala Motors" picture={<CompanyLogo name="Udala Motors" />}>
            <p>Its name makes the whole line a link.</p>
          </DirectoryRow>
        </DirectoryList>
        <PageLinks page={2} pages={3} more="Later in the list" />
      </ExampleCard>
      <CoverLinkExample />
    </>
  )
}

/** A directory of one operator, which needs no server. */
function Operators() {
  const operators = useInfiniteQuery({
    queryKey: ['pieces'],
    queryFn: () => Promise.resolve({ data: ['Iroko Transit'], meta: { total: 1 } }),
    initialPageParam: 1,
    getNextPageParam: () => undefined,
  })
  return (
    <Directory
      query={operators}
      label="Operators"
      nouns={['operator', 'operators']}
      nothing="No operator has that name."
      onShowAll={() => undefined}
    >
      {(name) => (
        <DirectoryRow key={name} to="/" name={name}>
          <p>What is known about it</p>
        </DirectoryRow>
      )}
    </Directory>
  )
}

function CoverLinkExample() {
  return (
    <ExampleCard title="A link that covers its card">
      <ul>
        <LinkCard label="A card">
          <CoverLink to="/">Tap anywhere here</CoverLink>
          <p>Text beside the link is a part of it for a finger.</p>
        </LinkCard>
      </ul>
    </ExampleCard>
  )
}
