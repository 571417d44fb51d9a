import type { Program, Programs } from '../program.js';

const anything: Program = { options: '-*=anything --*=anything', operands: 'anything*' };

/** What belongs to the machine and not to the workspace. */
export const system: Programs = {
  'kill|pkill|killall|xkill|renice|skill|snice|fuser': {
    does: 'system',
    options: '-*=anything --*=anything',
    operands: 'text*',
  },
  'shutdown|reboot|halt|poweroff|init|telinit|service|rc-service|launchctl|initctl|journalctl|loginctl|timedatectl|hostnamectl|localectl|sysctl|modprobe|insmod|rmmod|dmesg|update-alternatives|update-rc.d|ldconfig|swapon|swapoff|hwclock|logger|wall|write|mesg|chvt|setterm|kexec|efibootmgr|grub-install|crontab|anacron|sc|schtasks|reg|defaults|osascript|open|xdg-open|pbcopy|pbpaste|xclip|xsel|security':
    { ...anything, does: 'system' },
  systemctl: { ...anything, does: 'system', asCalled: true },
  'useradd|userdel|usermod|groupadd|groupdel|groupmod|adduser|deluser|passwd|chpasswd|chsh|chfn|visudo|vipw|gpasswd|chage':
    { ...anything, does: 'system privilege' },
  'mount|umount|losetup|fusermount|fusermount3|sshfs|cryptsetup|mdadm|lvm|lvcreate|lvremove|vgcreate|pvcreate|fdisk|sfdisk|parted|gdisk|mkfs|mkfs.ext4|mke2fs|mkswap|fsck|tune2fs|debugfs|blkdiscard|wipefs|hdparm|badblocks|pivot_root|switch_root|mkfs.xfs|mkfs.vfat':
    { ...anything, does: 'privilege system destroys' },
};
