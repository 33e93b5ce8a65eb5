-- The sum that travellers paid on top when they moved to a more expensive departure. Only an operator's counter takes
-- it.
alter table booking_move add column added_kobo kobo not null default 0,
  add constraint more_or_less check (back_kobo = 0 or added_kobo = 0);
