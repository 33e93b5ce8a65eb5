-- Reference and phone alone show where a booking stands. Names, tickets and changes need what only its own
-- people have: the token of who booked it, or a code sent to the contact's phone, once a device.

-- Codes sent to the contact's phone. Each device has its own, so that nobody's wrong guesses end another's.
create table booking_code (
  booking_id uuid not null references booking on delete cascade,
  device text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  primary key (booking_id, device)
);
comment on table booking_code is 'bookings: codes that let a device into a guest''s booking, hashed';

-- What devices got for a right code. It opens the booking like the token of who booked it.
create table booking_proof (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  booking_id uuid not null references booking on delete cascade,
  device text not null,
  created_at timestamptz not null default now()
);
create index booking_proof_booking on booking_proof (booking_id);
comment on table booking_proof is 'bookings: devices that were let into a guest''s booking, by the hash of their token';

-- A proof was of the contact's phone: with another phone, or none, it proves nothing any more.
create function proofs_follow_the_phone() returns trigger language plpgsql as $$
begin
  delete from booking_proof where booking_id = new.id;
  delete from booking_code where booking_id = new.id;
  return null;
end $$;
create trigger booking_phone_ends_proofs after update of contact_phone on booking for each row
  when (old.contact_phone is not null and old.contact_phone is distinct from new.contact_phone)
  execute function proofs_follow_the_phone();

-- Whether a guest's token opens a booking.
create function guest_token_opens(b booking, p_sha256 bytea) returns boolean language sql stable as $$
  select coalesce(b.guest_token_sha256 = p_sha256, false)
    or exists (select from booking_proof p where p.token_sha256 = p_sha256 and p.booking_id = b.id)
$$;
