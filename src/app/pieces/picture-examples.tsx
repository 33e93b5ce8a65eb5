import { ButtonLink } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { BusDrawing } from '#ui/pictures/bus'
import { Chevron } from '#ui/pictures/chevron'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { EmptyState, emptyStatePictures } from '#ui/pictures/empty'
import { PhotoOnDemand } from '#ui/pictures/late-photo'
import { MethodLogo, ProviderLogo } from '#ui/pictures/provider'
import { RouteMap } from '#ui/pictures/route-map'
import { ErrorState, ErrorDrawing, errorPictures } from '#ui/pictures/error-state'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { ExampleCard } from './example-card.tsx'

const names = ['Iroko Transit', 'Harmattan Lines', 'Ogene Luxury', 'Udala Motors']
const vehicles = ['saloon', 'suv', 'sienna', 'hiace-15', 'coaster', 'coach-59']
const way = [
  { name: 'Lagos', latitude: 6.52, longitude: 3.38, is_named: true },
  { name: 'Lokoja', latitude: 7.8, longitude: 6.74 },
  { name: 'Abuja', latitude: 9.06, longitude: 7.49, is_named: true },
]
const photo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" width="160" height="120"><path d="M0 0h4v3H0z" fill="#f9b000"/></svg>'

export function PictureExamples() {
  return (
    <>
      <ExampleCard title="Marks and vehicles">
        <ButtonRow>
          {names.map((name) => (
            <CompanyLogo key={name} name={name} />
          ))}
          <ProviderLogo provider="paystack" />
          <ProviderLogo provider="flutterwave" />
          <MethodLogo means="card" />
          <MethodLogo means="transfer" />
          {vehicles.map((type) => (
            <VehicleDrawing key={type} type={type} />
          ))}
          <VehicleDrawing large type="coach-59" />
          <Chevron to="back" />
          <Chevron to="forward" />
        </ButtonRow>
        <BusDrawing />
      </ExampleCard>
      <ExampleCard title="Maps and photos">
        <RouteMap label="From Lagos to Abuja" points={way} routes={[way]} />
        <PhotoOnDemand
          name={['pieces']}
          label="the photo"
          load={() => Promise.resolve(new Blob([photo], { type: 'image/svg+xml' }))}
        />
      </ExampleCard>
      <ExampleCard title="Empty lists">
        {emptyStatePictures.map((picture) => (
          <EmptyState
            key={picture}
            picture={picture}
            title={`Nothing of this yet: ${picture}.`}
            action={<ButtonLink to="/">The next step</ButtonLink>}
          />
        ))}
      </ExampleCard>
      <ExampleCard title="What went wrong">
        {errorPictures.map((picture) => (
          <ErrorState key={picture} picture={picture} title={`This happened: ${picture}.`}>
            What it means
          </ErrorState>
        ))}
        <ErrorDrawing picture="refused" />
      </ExampleCard>
    </>
  )
}
