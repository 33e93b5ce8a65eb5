-- What a clerk takes when a sale moves to a more expensive departure.
alter table counter_entry drop constraint counter_entry_kind_check,
  add constraint counter_entry_kind_check check (kind in ('sale', 'refund', 'storage', 'move')),
  add constraint move_of_a_booking check (kind <> 'move' or booking_id is not null);
