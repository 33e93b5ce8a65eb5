-- What travellers paid more when they moved to a more expensive departure, which only an operator's counter takes.
alter table booking_move add column added_kobo kobo not null default 0,
  add constraint more_or_less check (back_kobo = 0 or added_kobo = 0);
