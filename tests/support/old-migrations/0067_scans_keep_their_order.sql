-- What the scanner's clock said, where that is not `occurred_at`: it orders scans that were moved to one instant.
alter table parcel_event add column said_at timestamptz;
