import {
  Activity, Anchor, Archive, Award, Beaker, Bell, Book, BookOpen, Bookmark, Box, Briefcase, Bug, Building2, Calendar, Camera, ChartNoAxesColumn, ChartPie,
  ClipboardList, Cloud, Code, Coffee, Compass, Cpu, CreditCard, Database, FileText, Flag, Flame, FlaskConical, Folder, Gamepad2, Gem, Gift, GitBranch, Globe,
  GraduationCap, Hammer, Handshake, Headphones, Heart, House, Image, Inbox, Key, Landmark, Layers, Layout, Leaf, LifeBuoy, Lightbulb, Link, type LucideIcon,
  Mail, Map as MapIcon, Megaphone, MessageCircle, Microscope, Monitor, Moon, Mountain, Music, Package, Palette, PenTool, Phone, Plane, Puzzle, Rocket, Router,
  Satellite, Scale, Search, Server, Settings, Shield, ShoppingCart, Smartphone, Sparkles, Sprout, Star, Sun, Target, Terminal, Ticket, Tractor, TrendingUp, Trophy, Truck,
  Users, Wallet, Wrench, Zap,
} from 'lucide-react'

/** The icons that a logo can be, by the name it is stored under. */
export const logoIcons: Record<string, LucideIcon> = {
  Activity, Anchor, Archive, Award, Beaker, Bell, Book, BookOpen, Bookmark, Box, Briefcase, Bug, Building2, Calendar, Camera, ChartNoAxesColumn, ChartPie,
  ClipboardList, Cloud, Code, Coffee, Compass, Cpu, CreditCard, Database, FileText, Flag, Flame, FlaskConical, Folder, Gamepad2, Gem, Gift, GitBranch, Globe,
  GraduationCap, Hammer, Handshake, Headphones, Heart, House, Image, Inbox, Key, Landmark, Layers, Layout, Leaf, LifeBuoy, Lightbulb, Link,
  Mail, Map: MapIcon, Megaphone, MessageCircle, Microscope, Monitor, Moon, Mountain, Music, Package, Palette, PenTool, Phone, Plane, Puzzle, Rocket, Router,
  Satellite, Scale, Search, Server, Settings, Shield, ShoppingCart, Smartphone, Sparkles, Sprout, Star, Sun, Target, Terminal, Ticket, Tractor, TrendingUp, Trophy, Truck,
  Users, Wallet, Wrench, Zap,
}
