print("episodes")
