-- Parcels that a clerk sells at the counter, and storage fees that go into a drawer.

-- Null for a parcel that was sold at a counter to somebody without an account.
alter table parcel alter column user_id drop not null;
create constraint trigger parcel_of_nobody_is_paid after insert on parcel deferrable initially deferred
  for each row when (new.user_id is null) execute function check_walk_in_is_paid();

alter table counter_entry alter column booking_id drop not null,
  add column parcel_id uuid references parcel,
  drop constraint counter_entry_kind_check,
  add constraint counter_entry_kind_check check (kind in ('sale', 'refund', 'storage')),
  drop constraint refunds_are_cash,
  add constraint refunds_are_cash check (kind <> 'refund' or means = 'cash'),
  add constraint for_one_booking_or_parcel check (num_nonnulls(booking_id, parcel_id) = 1),
  add constraint storage_of_a_parcel check (kind <> 'storage' or parcel_id is not null);
create unique index counter_sale_of_parcel on counter_entry (parcel_id) where kind = 'sale';
create unique index counter_storage_of_parcel on counter_entry (parcel_id) where kind = 'storage';
create index counter_entry_parcel on counter_entry (parcel_id) where parcel_id is not null;
