#error never read
