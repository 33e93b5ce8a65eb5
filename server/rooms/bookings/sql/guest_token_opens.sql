-- Whether a guest's token opens a booking.
create or replace function guest_token_opens(b booking, p_sha256 bytea) returns boolean language sql stable as $$
  select coalesce(b.guest_token_sha256 = p_sha256, false)
    or exists (select from booking_proof p where p.token_sha256 = p_sha256 and p.booking_id = b.id)
$$;
