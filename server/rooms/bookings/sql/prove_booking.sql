-- Tries a device's code. If it is right, uses it up, stores the hash of the device's new token and returns true.
create or replace function prove_booking(p_booking uuid, p_device text, p_code_hash bytea, p_token_sha256 bytea) returns boolean
language plpgsql as $$
declare tried record;
begin
  update booking_code set tries_left = case when code_hash = p_code_hash then 0 else tries_left - 1 end
    where booking_id = p_booking and device = p_device and expires_at > now() and tries_left > 0
    returning id, code_hash = p_code_hash as is_right into tried;
  if tried.is_right is not true then return false; end if;
  insert into booking_proof (token_sha256, booking_id, device, code_id)
    values (p_token_sha256, p_booking, p_device, tried.id);
  return true;
end $$;
