import { formatKm, formatCount } from '#contract/quantities'
import type { Airport } from '#contract/charters/market/model'
import { charterDaysAhead } from '#contract/charters/rules'
import { pickupDelayMinutes } from '#contract/charters/trips/rules'
import { formatNaira } from '#contract/money'
import { FieldRow } from '#features/charters'
import { PlaceChoiceField } from '#features/lookups'
import { vehicleSizeLabels } from '#features/trips'
import { NameAndPhoneFields } from '#features/charters/journey'
import { addDays, today } from '#lib/format'
import { CheckField, ChoiceField, FieldGroup, OptionField } from '#ui/choices'
import { DayField } from '#ui/sheets/day-field'
import { TextField } from '#ui/fields'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { findTransferChoice, isLargeEnough, type AirportTransferForm } from './airport-form.ts'
import styles from './market.module.css'

interface TransferFieldsProps {
  airports: readonly Airport[]
  transfer: AirportTransferForm
  errors: Record<string, string>
  write: (part: Partial<AirportTransferForm>) => void
}

/** Fields for direction, airport, area and the number of travellers and bags: all that the price depends on. */
export function TransferPriceFields({ airports, transfer, errors, write }: TransferFieldsProps) {
  const { airport } = findTransferChoice(airports, transfer)
  const isPickUp = transfer.direction === 'pick_up'
  return (
    <>
      <ChoiceField
        label="Which way?"
        name="direction"
        value={transfer.direction}
        onChange={(way) => write({ direction: way === 'drop_off' ? 'drop_off' : 'pick_up' })}
        options={[
          { value: 'pick_up', label: 'From the airport' },
          { value: 'drop_off', label: 'To the airport' },
        ]}
      />
      <PlaceChoiceField
        label="Airport"
        what="Airport"
        name="airport"
        value={transfer.airport}
        empty="Choose an airport"
        error={errors['airport']}
        onChange={(code) => write({ airport: code, zone: '', size: '' })}
        options={airports.map(({ code, name, city }) => ({
          value: code,
          label: `${city.name} (${code})`,
          under: name,
        }))}
      />
      <PlaceChoiceField
        label={isPickUp ? 'Drop-off area' : 'Pick-up area'}
        what="Area"
        disabled={airport === undefined}
        name="zone"
        value={transfer.zone}
        empty={airport === undefined ? 'Choose the airport first' : 'Choose an area'}
        error={errors['zone']}
        onChange={(zone) => write({ zone })}
        options={(airport?.zones ?? []).map(({ code, name, km }) => ({
          value: code,
          label: name,
          under: formatKm(km),
        }))}
      />
      <FieldRow short>
        <TextField
          label="Travellers"
          name="travellers"
          inputMode="numeric"
          value={transfer.travellers}
          error={errors['travellers']}
          onChange={(travellers) => write({ travellers })}
        />
        <TextField
          label="Bags"
          name="bags"
          inputMode="numeric"
          value={transfer.bags}
          error={errors['bags']}
          onChange={(bags) => write({ bags })}
        />
      </FieldRow>
    </>
  )
}

/** Fields for the flight, its time and the address in the area. */
export function FlightFields({ airports, transfer, errors, write }: TransferFieldsProps) {
  const { airport } = findTransferChoice(airports, transfer)
  const isPickUp = transfer.direction === 'pick_up'
  return (
    <>
      <TextField
        label="Flight number"
        name="flight_number"
        autoComplete="off"
        optional={!isPickUp}
        hint={
          isPickUp ? 'For example P4 7121, so we know which flight to meet.' : 'For example P4 7121'
        }
        value={transfer.flight}
        error={errors['flight_number']}
        onChange={(flight) => write({ flight })}
      />
      <FieldRow>
        <DayField
          label={isPickUp ? 'Lands on' : 'Pick you up on'}
          name="at"
          max={addDays(today(), charterDaysAhead)}
          value={transfer.day}
          error={errors['at']}
          onChange={(day) => write({ day })}
        />
        <TextField
          label="At"
          name="time"
          type="time"
          value={transfer.time}
          onChange={(time) => write({ time })}
        />
      </FieldRow>
      {isPickUp && airport?.has_international === true && (
        <CheckField
          name="is_international"
          label="International flight"
          hint={`The driver is there ${formatCount(pickupDelayMinutes.international, 'minute')} after landing instead of ${pickupDelayMinutes.domestic}.`}
          checked={transfer.is_international}
          onChange={(is_international) => write({ is_international })}
        />
      )}
      {isPickUp && airport !== undefined && (
        <p className={styles.soft}>Meeting point: {airport.meeting_point}</p>
      )}
      <TextField
        label={isPickUp ? 'Drop-off address' : 'Pick-up address'}
        name="address"
        hint="Street, number, and what the driver looks for"
        autoComplete="street-address"
        value={transfer.address}
        error={errors['address']}
        onChange={(address) => write({ address })}
      />
    </>
  )
}

const drawn = { small: 'sienna', medium: 'hiace', large: 'coach' } as const

/** The vehicle sizes with their fixed prices. Sizes that are too small cannot be chosen. */
export function VehicleSizeField({ airports, transfer, errors, write }: TransferFieldsProps) {
  const { zone, price } = findTransferChoice(airports, transfer)
  if (zone === undefined) return null
  return (
    <FieldGroup label="Vehicle" error={errors['size']}>
      <div className={styles.stack}>
        {zone.prices.map((one) => {
          const { size, travellers, bags } = one
          const isSmall = !isLargeEnough(one, transfer)
          return (
            <OptionField
              key={size}
              name="size"
              value={size}
              checked={price?.size === size}
              disabled={isSmall}
              onChoose={() => write({ size })}
            >
              <span className={styles.option}>
                <VehicleDrawing type={drawn[size]} />
                <span>
                  <b>{formatNaira(one.price.total_kobo)}</b>
                  {vehicleSizeLabels[size]}, {formatCount(travellers, 'traveller')},{' '}
                  {formatCount(bags, 'bag')}
                  {isSmall && ': too small'}
                </span>
              </span>
            </OptionField>
          )
        })}
      </div>
    </FieldGroup>
  )
}

/** Fields for the person to meet. Fields that few people need are folded, unless one of them has an error. */
export function PersonToMeetFields({ transfer, errors, write }: TransferFieldsProps) {
  const isPickUp = transfer.direction === 'pick_up'
  return (
    <>
      <h2>Who should the driver meet?</h2>
      <NameAndPhoneFields values={transfer} errors={errors} write={write} />
      <details open={errors['name_board'] !== undefined || errors['needs'] !== undefined}>
        <summary>{isPickUp ? 'Another name on the board, or needs' : 'Anything else?'}</summary>
        <div className={styles.stack}>
          {isPickUp && (
            <TextField
              label="Name on the board"
              name="name_board"
              optional
              hint="The driver holds it up at the meeting point."
              value={transfer.name_board}
              error={errors['name_board']}
              onChange={(name_board) => write({ name_board })}
            />
          )}
          <TextField
            label="Needs"
            name="needs"
            optional
            hint="A child seat, a wheelchair…"
            maxLength={300}
            value={transfer.needs}
            error={errors['needs']}
            onChange={(needs) => write({ needs })}
          />
        </div>
      </details>
    </>
  )
}
